/**
 * Groups items that are available at once, so that what is read for each can be read together. Yields `undefined` after as many
 * milliseconds without an item.
 */
export async function* batchesOf<Item>(
  items: AsyncIterator<Item>,
  { most, idleAfter }: { most: number; idleAfter: number },
): AsyncGenerator<Item[] | undefined, undefined> {
  let next = items.next()
  for (;;) {
    const batch: Item[] = []
    for (;;) {
      const result = await (batch.length === 0 ? within(next, idleAfter) : immediately(next))
      if (result === undefined) break
      if (result.done === true) {
        if (batch.length > 0) yield batch
        return
      }
      batch.push(result.value)
      next = items.next()
      // Whoever ends the iteration early does not wait for the read ahead, which may fail.
      next.catch(() => undefined)
      if (batch.length >= most) break
    }
    yield batch.length === 0 ? undefined : batch
  }
}

/** Resolves with undefined if a promise is not settled within some milliseconds. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
    timer.unref()
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves with undefined if a promise waits for anything but other promises. */
function immediately<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))])
}
