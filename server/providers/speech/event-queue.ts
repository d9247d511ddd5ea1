/**
 * A queue whose items a reader gets as an async iterable. After `fail`, the reader gets the earlier items, then the
 * error.
 */
export interface EventQueue<Item> extends AsyncIterable<Item> {
  push(item: Item): void
  end(): void
  fail(error: Error): void
}

export function createEventQueue<Item>(): EventQueue<Item> {
  const items: Item[] = []
  let ending: { error: Error | null } | null = null
  let wake: (() => void) | null = null

  const close = (error: Error | null) => {
    ending ??= { error }
    wake?.()
  }

  return {
    push(item) {
      if (ending !== null) return
      items.push(item)
      wake?.()
    },
    end: () => close(null),
    fail: (error) => close(error),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield items.shift() as Item
        if (ending !== null) {
          if (ending.error !== null) throw ending.error
          return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = null
      }
    },
  }
}
