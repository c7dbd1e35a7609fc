export { target } from '../reconcilers/target.ts'
