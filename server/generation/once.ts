interface Results<Key, Value> {
  get(key: Key): { value: Value } | undefined
  set(key: Key, result: { value: Value }): unknown
}

const onceIn =
  <Key, Value>(results: Results<Key, Value>, compute: (key: Key) => Value) =>
  (key: Key): Value => {
    const entry = results.get(key) ?? { value: compute(key) }
    results.set(key, entry)
    return entry.value
  }

export const onceFor = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) =>
  onceIn(new WeakMap<Key, { value: Value }>(), compute)

/** Like `onceFor`, for strings and numbers. The results stay as long as the function. */
export const onceForEach = <Key extends string | number, Value>(compute: (key: Key) => Value): ((key: Key) => Value) =>
  onceIn(new Map<Key, { value: Value }>(), compute)

/** All fields of a note cite the same turns. */
export function oncePerTurn<Session extends object, Value>(
  compute: (session: Session, turn: number) => Value,
): (session: Session, turn: number) => Value {
  const turnsOf = onceFor((session: Session) => onceForEach((turn: number) => compute(session, turn)))
  return (session, turn) => turnsOf(session)(turn)
}
