import * as gokata from 'gokata';
import { line } from './line.mjs';

console.log(line(gokata));
