const headerBytes = 44

export function encodeWav({
  sampleRateHz,
  channels,
  pcm,
}: {
  sampleRateHz: number
  channels: number
  pcm: Int16Array
}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(headerBytes - 8 + pcm.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE(sampleRateHz * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.byteLength, 40)
  return Buffer.concat([header, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)])
}
