// The rules of KATA.md as HTML, for the page: paragraphs, drawings and one list, as the file has them.

const escaped = text => text.replace(/[&<>]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one]);
const inline = text => escaped(text.replace(/\s+/g, ' ').trim()).replace(/\*\*(.+?)\*\*/g, '<b>$1</b>').replace(/\*(.+?)\*/g, '<i>$1</i>').replace(/`(.+?)`/g, '<code>$1</code>');

/** Everything between the title of KATA.md and its next one. */
export function rules(kata) {
  const [, text] = /^# .+\n([^]+?)\n## /.exec(kata);
  const items = [];
  const blocks = text.trim().split(/\n\n+/).map(block => {
    if (block.startsWith('    ')) {
      const margin = Math.min(...block.split('\n').map(line => /^ */.exec(line)[0].length));
      return `<pre tabindex="0">${escaped(block.replace(new RegExp(`^ {${margin}}`, 'gm'), ''))}</pre>`;
    }
    if (!/^\d+\. /.test(block)) return `<p>${inline(block)}</p>`;
    items.push(...block.split(/^\d+\. /m).slice(1));
    return `<ol>${items.map(item => `<li>${inline(item)}</li>`).join('')}</ol>`;
  });
  if (items.length !== 7) throw new Error(`KATA.md has ${items.length} rules`);
  return blocks.join('\n');
}
