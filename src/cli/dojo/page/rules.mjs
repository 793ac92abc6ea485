// The rules of KATA.md as HTML, for the page: paragraphs, drawings and one list, as the file has them.

const escaped = text => text.replace(/[&<>]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one]);
const inline = text => escaped(text.replace(/\s+/g, ' ').trim()).replace(/\*\*(.+?)\*\*/g, '<b>$1</b>').replace(/\*(.+?)\*/g, '<i>$1</i>').replace(/`(.+?)`/g, '<code>$1</code>');

/** What stands side by side in a drawing, with four empty columns or more between: on a phone it stands one below the other. */
function parts(lines) {
  const width = Math.max(...lines.map(line => line.length));
  const used = Array.from({ length: width }, (_, column) => (lines.some(line => (line[column] ?? ' ') !== ' ') ? '#' : ' ')).join('');
  return [...used.matchAll(/#( {0,3}#)*/g)].map(({ index, 0: run }) => lines.map(line => line.slice(index, index + run.length).trimEnd()).join('\n'));
}

/** Everything between the title of KATA.md and its next one. */
export function rules(kata) {
  const [, text] = /^# .+\n([^]+?)\n## /.exec(kata);
  const items = [];
  const blocks = text.trim().split(/\n\n+/).map(block => {
    if (block.startsWith('    ')) return `<div class="drawing">${parts(block.split('\n')).map(part => `<pre>${escaped(part)}</pre>`).join('')}</div>`;
    if (!/^\d+\. /.test(block)) return `<p>${inline(block)}</p>`;
    items.push(...block.split(/^\d+\. /m).slice(1));
    return `<ol>${items.map(item => `<li>${inline(item)}</li>`).join('')}</ol>`;
  });
  if (items.length !== 7) throw new Error(`KATA.md has ${items.length} rules`);
  return blocks.join('\n');
}
