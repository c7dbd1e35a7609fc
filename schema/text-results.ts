/** Results of texts that were computed elsewhere, such as in another thread, for the duration of synchronous work. */
export class TextResults<Result> {
  readonly #known = new Map<string, Result>()

  find(text: string): Result | undefined {
    return this.#known.get(text)
  }

  /** Executes `work` with results, so that `work` does not parse the texts again. */
  provide<Done>(results: ReadonlyMap<string, Result>, work: () => Done): Done {
    for (const [text, result] of results) this.#known.set(text, result)
    try {
      return work()
    } finally {
      for (const text of results.keys()) this.#known.delete(text)
    }
  }
}
