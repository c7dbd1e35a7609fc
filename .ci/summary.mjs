// Prints the counts of a test run as one line. A failed check counts as one failure; so does a run without a report.
import { readFileSync } from 'node:fs'

const [report, checked, tested] = process.argv.slice(2)
let counts = {
  numPassedTests: 0,
  numFailedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
}
try {
  counts = JSON.parse(readFileSync(report, 'utf8'))
} catch {
  console.log('The tests left no report.')
}
const broken = Number(checked !== '0') + Number(tested !== '0' && counts.numFailedTests === 0)
const failed = counts.numFailedTests + broken
console.log(
  `${counts.numPassedTests} passed, ${failed} failed, ${counts.numPendingTests + counts.numTodoTests} skipped`,
)
process.exitCode = failed === 0 ? 0 : 1
