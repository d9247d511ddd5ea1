/** Lets go of a stream's devices. */
export function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** A context made without a click may be asleep. */
export function wake(context: AudioContext): void {
  // Refused only when the context is closed before it ran, and then nobody needs it.
  context.resume().catch(() => {})
}

/** A captured tab falls silent for the listener: plays it through a context at the machine's own rate. Returns the way to end it. */
export function playBack(stream: MediaStream, Context: typeof AudioContext): () => Promise<void> {
  const context = new Context()
  context.createMediaStreamSource(stream).connect(context.destination)
  wake(context)
  return () => context.close()
}
