import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layoutDraft } from '../../lib/contracts/index.ts'
import { jsonOf, textOf } from '../../scripts/command.ts'
import { encodeWav } from '../../server/providers/speech/openai/wav.ts'
import { numberedUtterance, numberOf } from '../fakes/numbered-utterances.ts'
import { runScript } from '../fakes/served.ts'
import { type EndpointReply, startTranscriptionEndpoint } from '../fakes/transcription-endpoint.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
async function run(script: string, args: string[], env: Record<string, string> = {}) {
  const command = runScript(script, args, env)
  const status = await command.ended
  return { status, ...command.output() }
}

const layout = JSON.stringify({ name: 'Note', fields: [{ id: 's', name: 'Sleep', type: 'string' }] })
const words = 'Clinician: How do you sleep?\r\nPatient: I sleep six hours each night, señor.\r\n'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a file of a command', () => {
  test.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
    ['UTF-16, little endian', utf16(words)],
    ['UTF-16, big endian', utf16(words).swap16()],
    ['an encoding of its language', Buffer.from(words, 'latin1')],
  ])('is read in %s', async (name, content) => expect(textOf(await file(`${name}.txt`, content), 'es')).toBe(words))

  test.each<[string, string, () => Promise<string>]>([
    ['no file', 'The file /nowhere/t.json does not exist.', async () => '/nowhere/t.json'],
    ['a folder', 'is a folder.', async () => folder],
    ['an empty file', 'is empty.', () => file('empty.json', '')],
    ['no JSON', 'cannot be used. It is not JSON.', () => file('cut.json', '{"name":')],
    ['another JSON', '→ at name', () => file('other.json', '{"title":1}')],
    ['a picture', 'cannot read this kind of file', () => file('picture.json', Buffer.from([137, 80, 0, 1, 2, 3]))],
  ])('is refused with a sentence: %s', async (_, sentence, path) => {
    const json = await path()
    const read = () => jsonOf(json, (data) => layoutDraft.parse(data))
    expect(read).toThrow(sentence)
    expect(read).toThrow(expect.objectContaining({ exitCode: 3 }))
  })
})

test('generate reads transcript, template and context in any encoding', async () => {
  const template = await file('layout.json', utf16(layout))
  const context = await file('context.json', `\ufeff${JSON.stringify({ patient: { name: 'Maya' } })}`)
  const transcript = await file('visit.txt', Buffer.from(words, 'latin1'))
  const args = ['--template', template, '--transcript', transcript, '--context', context, '--language', 'es']
  const { status, out, err } = await run('generate.ts', args)
  expect([status, err]).toEqual([0, ''])
  expect(JSON.parse(out).results[0].value.join(' ')).toContain('I sleep six hours each night, señor.')
}, 60_000)

test.each([
  [3, 'The file /nowhere/t.json does not exist.\n', ['--template', '/nowhere/t.json', '--transcript', 'x']],
  [2, "Unknown option '--modell'.\n\nnpm run generate", ['--modell', '1']],
  [2, '--model must be a whole number from 0 to 14.\n', ['--template', 'x', '--transcript', 'x', '--model', 'x']],
])(
  'generate ends with %i and a sentence: %s',
  async (code, sentence, args) => {
    const { status, out, err } = await run('generate.ts', args)
    expect(err).toContain(sentence)
    expect([status, out]).toEqual([code, ''])
  },
  60_000,
)

async function speech(reply: EndpointReply | null) {
  const endpoint = await startTranscriptionEndpoint((request) => reply ?? { text: `Sentence ${numberOf(request)}.` })
  const env = { SPEECH_ENGINE: 'openai', SPEECH_BASE_URL: endpoint.baseUrl, SPEECH_MODEL: 'some-model' }
  return { env, requests: endpoint.requests, close: endpoint.close }
}
const sound = (bits16: Int16Array, sampleRateHz = 16_000) => encodeWav({ sampleRateHz, channels: 1, pcm: bits16 })

test('transcribe prints the words, and says that the file is cut off', async () => {
  const { env, close } = await speech(null)
  const whole = sound(numberedUtterance(7))
  whole.writeUInt32LE(whole.readUInt32LE(40) + 5 * 32_000, 40)
  const { status, out, err } = await run('transcribe.ts', [await file('cut.wav', whole)], env)
  await close()
  expect([status, out]).toEqual([0, 'Sentence 7.\n'])
  expect(err).toMatch(/cut\.wav: The file declares \d+(\.\d)? s of sound and ends after \d+(\.\d)? s\.\n$/)
}, 60_000)

test('transcribe reads other rates than that of a recording', async () => {
  const { env, requests, close } = await speech({ text: 'Words.' })
  const { status, out } = await run('transcribe.ts', [await file('8k.wav', sound(numberedUtterance(1), 8000))], env)
  await close()
  expect([status, out]).toEqual([0, 'Words.\n'])
  expect(requests[0]?.seconds).toBeGreaterThan((2 * numberedUtterance(1).length) / 16_000 / 2)
}, 60_000)

test('transcribe ends with the reason of the service', async () => {
  const { env, requests, close } = await speech({ status: 401, body: { error: { message: 'No such key.' } } })
  const { status, out, err } = await run('transcribe.ts', [await file('one.wav', sound(numberedUtterance(1)))], env)
  await close()
  expect([status, out]).toEqual([1, ''])
  expect(err.trim()).toMatch(/Check SPEECH_API_KEY\. The service says: “No such key\.”$/)
  expect(requests.length).toBeLessThanOrEqual(2)
}, 60_000)

test.each([
  ['words', 'is not a WAV file.'],
  [Buffer.from('RIFF\0\0\0\0WAVEjunk'), 'This WAV file is damaged.'],
])(
  'transcribe refuses a file that is no WAV file, or a damaged one',
  async (content, sentence) => {
    const { status, err } = await run('transcribe.ts', [await file('other.wav', content)])
    expect(err).toContain(sentence)
    expect(status).toBe(3)
  },
  60_000,
)
