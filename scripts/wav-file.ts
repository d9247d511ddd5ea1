export interface WavAudio {
  sampleRateHz: number
  channels: number
  pcm: Int16Array<ArrayBuffer>
}

/** Decodes a 16-bit PCM WAV file. Throws an error that describes the format of any other file. */
export function decodeWav(file: Buffer): WavAudio {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('This is not a WAV file.')
  }
  let format: { kind: number; channels: number; sampleRateHz: number; bits: number } | null = null
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const length = Math.min(file.readUInt32LE(at + 4), file.length - at - 8)
    const body = file.subarray(at + 8, at + 8 + length)
    if (name === 'fmt ' && length >= 16) {
      const [kind, channels, sampleRateHz] = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt32LE(4)]
      format = { kind, channels, sampleRateHz, bits: body.readUInt16LE(14) }
    }
    if (name === 'data') {
      const isPcm = format !== null && (format.kind === 1 || format.kind === 0xff_fe) && format.bits === 16
      if (format === null || !isPcm) throw new Error('The WAV file must hold 16-bit PCM.')
      const pcm = new Int16Array(Math.floor(length / 2))
      Buffer.from(pcm.buffer).set(body.subarray(0, pcm.byteLength))
      return { sampleRateHz: format.sampleRateHz, channels: format.channels, pcm }
    }
    // Chunks begin at even offsets.
    at += 8 + length + (length % 2)
  }
  throw new Error('The WAV file holds no sound.')
}
