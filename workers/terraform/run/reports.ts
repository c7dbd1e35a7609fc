import type { Client } from '../../api-client.ts'
import { errorTable, isPlatformError } from '../../../schema/errors.ts'
import { pause } from '../../../schema/retry.ts'
import {
  FinishTerraformRunDocument,
  RecordTerraformStateDocument,
  RenewTerraformRunDocument,
  TerraformStateDocument,
} from '../../generated/documents.ts'
import type { Job, RunResult } from '../job.ts'
import { packed, unpacked } from '../../../schema/packed-text.ts'

/** Milliseconds between two renewals of the lease. */
const renewEvery = 10_000

/** Milliseconds after which a report is tried again while the server is away. */
const retryEvery = 5000

/** What a run reports to the control plane. Reports are repeated until the server accepts them: a state must not be lost. */
export class Reports {
  readonly #client: Client
  readonly #job: Job
  readonly #over = new AbortController()
  #progress = ''
  #timer: NodeJS.Timeout | undefined
  #recorded: string | undefined

  constructor(client: Client, job: Job) {
    this.#client = client
    this.#job = job
  }

  /** Aborted when a later run has started, or the object is gone. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Renews the lease from now on. */
  start(): void {
    this.#timer = setInterval(() => void this.#renew(), renewEvery)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Sets what the run is doing, for users. It is reported with the next renewal, or at once. */
  async progress(text: string, { now = false } = {}): Promise<void> {
    this.#progress = text.slice(0, 1000)
    if (now) await this.#renew()
  }

  async #renew(): Promise<void> {
    const { object, run } = this.#job
    try {
      await this.#client.execute(RenewTerraformRunDocument, { id: object.id, run, progress: this.#progress })
    } catch (error) {
      if (isOver(error)) this.#over.abort(error)
      // Otherwise the server is away, and no other run can start meanwhile.
    }
  }

  /** Returns the current state; undefined if there is none. */
  async state(): Promise<string | undefined> {
    const { result } = await this.#client.execute(TerraformStateDocument, { id: this.#job.object.id })
    this.#recorded = result === null ? undefined : unpacked(result)
    return this.#recorded
  }

  /** Stores a state, unless it is the one that was stored last. */
  async record(state: string): Promise<void> {
    if (state === this.#recorded) return
    const { object, run } = this.#job
    await this.#untilAccepted(async () => {
      const { result } = await this.#client.execute(RecordTerraformStateDocument, {
        id: object.id,
        run,
        state: packed(state),
      })
      this.#recorded = state
      if (!result) this.#over.abort(new Error('a later run has started'))
    })
  }

  async finish(result: RunResult): Promise<void> {
    const { object, run } = this.#job
    await this.#untilAccepted(async () => {
      await this.#client.execute(FinishTerraformRunDocument, {
        id: object.id,
        run,
        result: JSON.stringify(result),
      })
    })
  }

  async #untilAccepted(send: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (isOver(error) || (isPlatformError(error) && !errorTable[error.code].retry)) throw error
        await pause(retryEvery)
      }
    }
  }
}

function isOver(error: unknown): boolean {
  return isPlatformError(error) && (error.code === 'STALE_EPOCH' || error.code === 'NOT_FOUND')
}
