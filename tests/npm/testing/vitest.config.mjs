export default { test: { include: ['cases.vitest.mjs'], watch: false } };
