import base from '/work/main/vitest.config.ts'
export default { ...base, root: '/work/main', test: { ...base.test, isolate: false } }
