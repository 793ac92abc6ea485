// The cases about ko, for both test frameworks.

import { cases } from '../../../target/wasm/package/testing.js';
import * as referees from './referees.mjs';

export const chosen = cases(referees[process.env.REFEREE], { only: ['kata/6-ko', 'ko'], known: process.env.KNOWN?.split(' ') ?? [] });
