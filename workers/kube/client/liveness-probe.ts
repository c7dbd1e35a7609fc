import { isDisconnected, isKubeError, type KubeError } from './kube-error.ts'

export interface LivenessProbeOptions {
  /** Asks something that is answered at once by whatever is well; rejects as any request. */
  ask(): Promise<unknown>
  /** Nothing came back: neither what was waited for nor the answer to that. */
  onSilence(error: KubeError): void
  /** Milliseconds without any answer after which it is asked. @default 3000 */
  patience?: number
}

/**
 * Tells a cluster that takes long from one that is away. One request may take half a minute, in a webhook for example,
 * but when nothing at all comes back for a while, and then not even the answer to a simple question, none of those that
 * wait is waited for any longer.
 */
export interface LivenessProbe {
  /** Waits for an answer; the signal is aborted, with the error of the question, when the cluster is silent. */
  during<Answer>(wait: (silent: AbortSignal) => Promise<Answer>): Promise<Answer>
}

export function createLivenessProbe({
  ask,
  onSilence,
  patience = 3000,
}: LivenessProbeOptions): LivenessProbe {
  let waiting = 0
  let answers = 0
  let silent = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const listen = (): void => {
    clearTimeout(timer)
    timer = waiting === 0 ? undefined : setTimeout(() => void question(), patience).unref()
  }
  const question = async (): Promise<void> => {
    const before = answers
    const failure = await ask().then(
      () => undefined,
      (error: unknown) => (isDisconnected(error) ? error : undefined),
    )
    if (failure !== undefined && waiting > 0 && answers === before) {
      const given = silent
      silent = new AbortController()
      onSilence(failure)
      given.abort(failure)
    } else listen()
  }
  const answered = (): void => {
    answers += 1
    listen()
  }

  return {
    during: async (wait) => {
      waiting += 1
      if (waiting === 1) listen()
      try {
        const answer = await wait(silent.signal)
        answered()
        return answer
      } catch (error) {
        if (isKubeError(error) && !isDisconnected(error)) answered()
        throw error
      } finally {
        waiting -= 1
        if (waiting === 0) listen()
      }
    },
  }
}
