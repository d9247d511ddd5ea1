import { connectRaw, startMessage } from '../fakes/transcription-client.ts'

const lines = ['How did you sleep?', 'About six hours a night.', 'And the week before?']

/** What the speech engine hears in the recording of somebody who attacks nobody. */
export const honestScript = lines.map((text, index) => ({
  speaker: (index % 2) as 0 | 1,
  text,
  fromMs: 500 + 2000 * index,
  toMs: 1500 + 2000 * index,
}))
/** The turns that this recording must have. */
export const honestTurns = lines.map((text, index) => `Speaker ${index % 2}: ${text}`)

/**
 * Records the conversation as the user ana. The audio is sent after `mayGoOn` has resolved. Returns the turns that the
 * client has received.
 */
export async function recordHonestly(
  server: { url: string; ticketFor(owner: string): string },
  mayGoOn: Promise<void> = Promise.resolve(),
): Promise<readonly string[]> {
  const client = connectRaw(server.url, { ticket: server.ticketFor('ana') })
  await client.send(startMessage())
  await client.until(() => client.types.includes('ready'))
  await mayGoOn
  await client.sound(6200)
  await client.send({ type: 'finish' })
  await client.until(() => client.types.includes('finished'))
  return client.turns
}
