import { z } from 'zod'

/**
 * A source of sound that the user can choose. `browserAudio` is true for the sound of the tab, false for a microphone.
 */
export const audioDevice = z.object({ deviceId: z.string(), label: z.string(), browserAudio: z.boolean() })
export type AudioDevice = z.infer<typeof audioDevice>

export const audioFormat = z.object({
  encoding: z.literal('linear16'),
  sampleRate: z.number().int(),
  channels: z.union([z.literal(1), z.literal(2)]),
  bitDepth: z.literal(16),
})
export type AudioFormat = z.infer<typeof audioFormat>

/**
 * The format in which sound is sent: 16-bit little-endian PCM at 16 kHz (product 14.1). A recording can also have two
 * channels, whose samples alternate. The message or the request that sends the sound says how many channels there are.
 */
export const wireFormat = {
  encoding: 'linear16',
  sampleRate: 16_000,
  channels: 1,
  bitDepth: 16,
} as const satisfies AudioFormat

/** Frames of sound in a millisecond. */
export const framesPerMs = wireFormat.sampleRate / 1000
