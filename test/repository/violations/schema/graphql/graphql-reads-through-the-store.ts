export { target } from '../../prisma/target.ts'
