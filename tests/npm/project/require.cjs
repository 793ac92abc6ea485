const gokata = require('gokata');

// One class, however a part of a program has it.
Promise.all([import('gokata'), import('./line.mjs')]).then(([imported, { line }]) => {
  if (imported.Record !== gokata.Record) throw new Error('`import` and `require` give two classes');
  console.log(line(gokata));
});
