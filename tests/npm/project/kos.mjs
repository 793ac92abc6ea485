// Asks about kos alone.
import corpus from './node_modules/gokata/corpus.js';
import { check } from './corpus.mjs';

console.log(check({ files: corpus.files.filter(([name]) => name.startsWith('kata/6-ko/')) }));
