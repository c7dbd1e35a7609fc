export { one as other } from './no-cycles.ts'
