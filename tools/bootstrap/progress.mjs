/**
 * Prints the progress of long-running work: one line with a counter on a terminal, otherwise one line at the start and
 * one at the end.
 */
export async function withProgress(what, work) {
  const startedAt = Date.now()
  const { isTTY } = process.stderr
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const show = (text) => process.stderr.write(isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
  show(`${what} …`)
  const timer = isTTY ? setInterval(() => show(`${what} … ${seconds()} s`), 1000) : undefined
  let outcome = 'failed after'
  try {
    const result = await work()
    outcome = 'done in'
    return result
  } finally {
    clearInterval(timer)
    show(`${what}: ${outcome} ${seconds()} s${isTTY ? '\n' : ''}`)
  }
}
