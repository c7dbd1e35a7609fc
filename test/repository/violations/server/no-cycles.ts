export { other as one } from './cycle.ts'
