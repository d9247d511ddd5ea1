/** Stops all tracks, which releases the devices. */
export function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Resumes a context. A context created without a user gesture may be suspended. */
export function wake(context: AudioContext): void {
  // `resume` rejects only if the context is closed before it runs. Then the context is no longer needed, so the error
  // is ignored.
  context.resume().catch(() => {})
}

/**
 * Plays a captured tab for the user, because capturing mutes the tab. Uses a context at the device's own sample rate.
 * Returns a function that ends the playback.
 */
export function playBack(stream: MediaStream, Context: typeof AudioContext): () => Promise<void> {
  const context = new Context()
  context.createMediaStreamSource(stream).connect(context.destination)
  wake(context)
  return () => context.close()
}
