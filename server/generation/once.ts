/** Returns a function that computes its result once for each object, and keeps it as long as the object exists. */
export function onceFor<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = results.get(key) ?? { value: compute(key) }
    results.set(key, known)
    return known.value
  }
}

/** All fields of a note cite the same turns. */
export function oncePerTurn<Session extends object, Value>(
  compute: (session: Session, turn: number) => Value,
): (session: Session, turn: number) => Value {
  const turnsOf = onceFor((_session: Session) => new Map<number, { value: Value }>())
  return (session, turn) => {
    const turns = turnsOf(session)
    const known = turns.get(turn) ?? { value: compute(session, turn) }
    turns.set(turn, known)
    return known.value
  }
}
