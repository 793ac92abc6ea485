// What a program sees of the package, in one line that is the same in every runtime, bundler and browser.
export function line({ Record, sgf, version }) {
  const record = Record.parse('o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n').play('B3');
  const why = record.tryPlay('C3');
  const [read] = sgf.read(sgf.write(record));
  return `${String(why).split('\n')[0]} / ${why.reasons} / legal points ${record.legalPoints().length} / ${read.equals(record) && read.constructor.name} / ${record.key()} / ${version}`;
}
