import test from 'node:test';
import { chosen } from './cases.mjs';

for (const { id, run } of chosen) test(id, run);
