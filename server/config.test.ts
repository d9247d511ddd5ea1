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
    ['MAIL_FROM', 'nobody'],
    ['REGISTRATION', 'perhaps'],
    ['TRUST_PROXY', 'yes'],
    ['CONNECTIONS_PER_ADDRESS', '-5'],
    ['SESSION_MAX_DAYS', '-5'],
  ])('an invalid %s is named in one sentence that does not repeat it', (name, value) => {
    const reading = () => readConfig({ [name]: value })
    expect(reading).toThrow(ConfigError)
    expect(reading).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`))
    expect(reading).not.toThrow(value)
  })

  test('mails need a sender, and registration needs mails', () => {
    const mail = { MAIL_URL: 'smtp://127.0.0.1:2525' }
    expect(() => readConfig(mail)).toThrow(/^MAIL_FROM must /)
    expect(() => readConfig({ REGISTRATION: '1' })).toThrow(/^REGISTRATION must /)
    const open = readConfig({ ...mail, MAIL_FROM: 'scribe@clinic.example', REGISTRATION: '1' })
    expect(open).toMatchObject({ mailFrom: 'scribe@clinic.example', registration: true })
  })

  test('a model needs its name', () => {
    expect(() => readConfig({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })).toThrow(/^MODEL_NAME must /)
  })
})
