import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { encodeWav } from '../server/providers/speech/openai/wav.ts'

/**
 * Creates the audio of the demo visit from assets/demo/script.json, with Debian's `flite`. Writes one 16 kHz WAV file
 * per speaker. Both files have the same timeline, and each is silent while the other speaker speaks. Then writes the
 * times of the lines back to the script. Voices and wording were chosen for the best recognition by PocketSphinx.
 */
const folder = join(import.meta.dirname, '../assets/demo')
const sampleRateHz = 16_000
const leadMs = 1500
const tailMs = 1500
/** Pause between two lines. It must be long enough for an engine to end the turn before the other speaker begins. */
const pauseMs = 900
const voices = ['rms', 'kal16'] as const

const script = z
  .array(z.strictObject({ speaker: z.literal([0, 1]), text: z.string().min(1), fromMs: z.number(), toMs: z.number() }))
  .parse(JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8')))

const scratch = mkdtempSync(join(tmpdir(), 'chartside-demo-'))

function speak(text: string, voice: string): Int16Array {
  const wavFile = join(scratch, 'spoken.wav')
  execFileSync('flite', ['-voice', voice, '-t', text, '-o', wavFile])
  const raw = execFileSync(
    'sox',
    [
      wavFile,
      '-D',
      '-t',
      'raw',
      '-e',
      'signed',
      '-r',
      `${sampleRateHz}`,
      '-c',
      '1',
      '-b',
      '16',
      '-',
      'gain',
      '-n',
      '-3',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength - (raw.byteLength % 2)))
}

const frames = (ms: number) => Math.round((ms * sampleRateHz) / 1000)

let atMs = leadMs
const clips = script.map((line) => {
  const samples = speak(line.text, voices[line.speaker])
  const fromMs = atMs
  const toMs = fromMs + Math.round((samples.length * 1000) / sampleRateHz)
  atMs = toMs + pauseMs
  return { line: { ...line, fromMs, toMs }, samples }
})
const total = frames(atMs - pauseMs + tailMs)

for (const [speaker, name] of ['microphone', 'tab'].entries()) {
  const track = new Int16Array(total)
  for (const { line, samples } of clips) {
    if (line.speaker === speaker) track.set(samples.subarray(0, total - frames(line.fromMs)), frames(line.fromMs))
  }
  writeFileSync(join(folder, `${name}.wav`), encodeWav({ sampleRateHz, channels: 1, pcm: track }))
}
writeFileSync(
  join(folder, 'script.json'),
  `[\n${clips.map(({ line }) => `  ${JSON.stringify(line)}`).join(',\n')}\n]\n`,
)
rmSync(scratch, { recursive: true })
process.stdout.write(`${(total / sampleRateHz).toFixed(1)} s of visit written to assets/demo\n`)
