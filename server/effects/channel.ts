import type { Config } from '../config.ts'

export type Channel = 'mail' | 'text'

type Settings = Pick<Config, 'mailUrl' | 'twilio' | 'inbox'>

const hasService: Record<Channel, (config: Settings) => boolean> = {
  mail: ({ mailUrl }) => mailUrl !== null,
  text: ({ twilio }) => twilio !== null,
}

export function fateOf(config: Settings, channel: Channel): 'sent' | 'kept' | 'none' {
  if (hasService[channel](config)) return 'sent'
  return config.inbox ? 'kept' : 'none'
}
