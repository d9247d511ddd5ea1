import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  test('with none given, the server is local and keeps everything in one folder', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      databaseUrl: null,
      demo: false,
      anonymousDictation: false,
      trustProxy: false,
      models: [],
      mailUrl: null,
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '', DEMO: '' })).toMatchObject({ databaseUrl: null, port: 8787 })
  })

  test('the command line takes precedence over the environment', () => {
    const config = readConfig({ PORT: '1', DATA: '/a', DEMO: '0' }, { port: '2', data: '/b', demo: true })
    expect(config).toMatchObject({ port: 2, dataFolder: '/b', demo: true })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'postgres://localhost/x'],
    ['DATABASE_CONNECTIONS', '-3'],
    ['DATABASE_STATEMENT_SECONDS', '-3'],
    ['DATABASE_LIVE_CONNECTIONS', 'many'],
    ['DATABASE_LIVE_STATEMENT_SECONDS', '-1'],
    ['DEMO', 'perhaps'],
    ['ENCRYPTION_KEY', 'dG9vIHNob3J0'],
    ['SPEECH_ENGINE', 'ears'],
    ['MODEL_BASE_URL', 'here'],
    ['MODEL_PROVIDER', 'oracle'],
    ['MODELS', '[{"slot": 15, "provider": "ollama", "model": "x"}]'],
    ['MODELS', 'not a list'],
    ['LOG_LEVEL', 'loud'],
    ['ANONYMOUS_DICTATION', 'x'],
    ['MAIL_URL', 'http://mail'],
    ['PUBLIC_URL', 'nowhere'],
    ['STRIPE_BASE_URL', 'ftp://nowhere'],
    ['MAIL_FROM', 'nobody'],
    ['TWILIO_ACCOUNT_SID', 'someone'],
    ['TWILIO_FROM', 'Clinic'],
    ['INBOX', 'perhaps'],
    ['PUBLIC_URL', 'ftp://clinic.example'],
    ['REGISTRATION', 'perhaps'],
    ['TRUST_PROXY', 'yes'],
    ['CONNECTIONS_PER_ADDRESS', '-5'],
    ['SESSION_MAX_DAYS', '-5'],
    ['PUBLIC_URL', 'http://chartside.clinic.example'],
    ['EXTENSION_IDS', 'abc'],
    ['MICROSOFT_TENANT', '../other'],
    ['APPLE_PRIVATE_KEY', 'a file'],
  ])('an invalid %s is named in one sentence that does not repeat it', (name, value) => {
    const reading = () => readConfig({ [name]: value })
    expect(reading).toThrow(ConfigError)
    expect(reading).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`))
    expect(reading).not.toThrow(value)
  })

  test('a provider for signing in needs all of its settings, and the public address', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', PUBLIC_URL: 'https://chartside.clinic.example/' }
    expect(() => readConfig(google)).toThrow(/^GOOGLE_CLIENT_SECRET must be set, because GOOGLE_CLIENT_ID is set\.$/)
    const { PUBLIC_URL: _, ...lost } = { ...google, GOOGLE_CLIENT_SECRET: 'secret' }
    expect(() => readConfig(lost)).toThrow(/^PUBLIC_URL must be set, because GOOGLE_CLIENT_ID is set\.$/)
    expect(() => readConfig({ APPLE_CLIENT_ID: 'id' })).toThrow(/^APPLE_TEAM_ID must be set/)
    const { identity, publicUrl } = readConfig({ ...google, GOOGLE_CLIENT_SECRET: 'secret' })
    expect(publicUrl).toBe('https://chartside.clinic.example')
    expect(identity).toMatchObject({ google: { issuer: 'https://accounts.google.com' }, microsoft: null, apple: null })
  })

  test('mails need a sender, and registration needs mails', () => {
    const mail = { MAIL_URL: 'smtp://127.0.0.1:2525' }
    expect(() => readConfig(mail)).toThrow(/^MAIL_FROM must /)
    expect(() => readConfig({ REGISTRATION: '1' })).toThrow(/^REGISTRATION must /)
    const open = readConfig({ ...mail, MAIL_FROM: 'scribe@clinic.example', REGISTRATION: '1' })
    expect(open).toMatchObject({ mailFrom: 'scribe@clinic.example', registration: true })
  })

  test('an account of Twilio needs its token and a sender', () => {
    const sid = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }
    expect(readConfig({ TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+12025550123' }).twilio).toBeNull()
    expect(() => readConfig({ ...sid, TWILIO_FROM: '+12025550123' })).toThrow(/^TWILIO_AUTH_TOKEN must /)
    expect(() => readConfig({ ...sid, TWILIO_AUTH_TOKEN: 'token' })).toThrow(/^TWILIO_FROM must /)
  })

  test('payments need every key of Stripe, and the address of this server', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_PUBLISHABLE_KEY: 'pk_test', STRIPE_WEBHOOK_SECRET: 'whsec' }
    const whole = { ...keys, PUBLIC_URL: 'https://scribe.clinic.example/' }
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL'])
      expect(() => readConfig({ ...whole, [name]: '' })).toThrow(new RegExp(`^${name} must be `))
    expect(readConfig(whole)).toMatchObject({
      publicUrl: 'https://scribe.clinic.example',
      stripe: { secretKey: 'sk_test', baseUrl: 'https://api.stripe.com' },
    })
    expect(readConfig({ ...whole, STRIPE_SECRET_KEY: '' }).stripe).toBeNull()
  })

  test('a model needs its name', () => {
    expect(() => readConfig({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })).toThrow(/^MODEL_NAME must /)
  })

  test('every setting may stand in a file, and in one place only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chartside-settings-'))
    try {
      const path = join(folder, 'key')
      const key = Buffer.alloc(32, 7).toString('base64')
      writeFileSync(path, `${key}\n`)
      expect(readConfig({ ENCRYPTION_KEY_FILE: path }).encryptionKeys).toEqual([Buffer.alloc(32, 7)])
      expect(readConfig({ ENCRYPTION_KEY_FILE: '' }).encryptionKeys).toEqual([])
      const both = { ENCRYPTION_KEY_FILE: path, ENCRYPTION_KEY: key }
      expect(() => readConfig(both)).toThrow('Set only one of ENCRYPTION_KEY and ENCRYPTION_KEY_FILE.')
      expect(() => readConfig({ ENCRYPTION_KEY_FILE: join(folder, 'missing') })).toThrow(
        'ENCRYPTION_KEY_FILE must be the path of a file that the server can read.',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the address of metrics has a host and a port', () => {
    expect(readConfig({ METRICS_ADDRESS: '127.0.0.1:9464' }).metricsAddress).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readConfig({ METRICS_ADDRESS: '[::1]:9464' }).metricsAddress).toEqual({ host: '::1', port: 9464 })
    for (const METRICS_ADDRESS of ['9464', '127.0.0.1', '127.0.0.1:99999'])
      expect(() => readConfig({ METRICS_ADDRESS })).toThrow(/^METRICS_ADDRESS must be /)
  })
})
