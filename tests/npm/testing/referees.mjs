// A referee made of the package's own `Record`, and faulty ones.

import { Record, Rules } from '../../../target/wasm/package/gokata.js';

/** It answers about moves and boards: as tests/peers/referee.py does. */
export class Referee {
  start({ opening, toMove, rules, moves }) {
    this.game = Record.fromSignMap(opening, { toMove, rules });
    for (const { color, vertex, point } of moves) {
      const next = this.game.tryPlay(point ?? vertex, color);
      // What was played under lenient rules stays played when they change.
      this.game = next instanceof Record ? next : this.game.withRules('kata,suicide=allowed').play(point ?? vertex, color).withRules(rules);
    }
  }

  legal({ color, point }) {
    return this.game.check(point ?? 'pass', color) ?? true;
  }

  board() {
    return this.game.signMap;
  }
}

/** It answers everything but which stones are dead, about games that change in place too. */
export class Able extends Referee {
  start(question) {
    // Passes cost nothing here.
    super.start({ ...question, rules: new Rules(question.rules, { passStones: false }) });
    this.past = [];
  }

  play({ color, point }) {
    const next = this.game.tryPlay(point ?? 'pass', color);
    if (!(next instanceof Record)) return false;
    this.past.push(this.game);
    this.game = next;
  }

  undo() {
    this.game = this.past.pop();
  }

  prisoners() {
    return ['black', 'white'].map(color => this.game.prisoners(color));
  }
}

/** It forgets the simple ko. */
export class Forgetful extends Referee {
  start(question) {
    super.start(question);
    this.forgets = question.rules.ko === 'simple';
  }

  legal(move) {
    const answer = super.legal(move);
    return this.forgets && answer === 'ko' ? true : answer;
  }
}
