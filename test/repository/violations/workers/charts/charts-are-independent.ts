export { target } from '../kube/target.ts'
