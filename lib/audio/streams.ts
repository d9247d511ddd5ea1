export function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Starts the audio processing of a context. Browsers suspend a context that was created without a user gesture. */
export function wake(context: AudioContext): void {
  // `resume` rejects only if the context is closed. A closed context is not needed any more, so ignore the error.
  context.resume().catch(() => {})
}

/**
 * Plays the captured sound of a tab to the user, because a browser mutes a tab that is captured. The new context has
 * the device's own sample rate. Returns a function that ends the playback.
 */
export function playBack(stream: MediaStream, Context: typeof AudioContext): () => Promise<void> {
  const context = new Context()
  context.createMediaStreamSource(stream).connect(context.destination)
  wake(context)
  return () => context.close()
}
