import type { Config } from '../config.ts'

/** How a message reaches a person: by mail, or as a text message to a phone. */
export type Channel = 'mail' | 'text'

type Settings = Pick<Config, 'mailUrl' | 'twilio' | 'inbox'>

const hasService: Record<Channel, (config: Settings) => boolean> = {
  mail: ({ mailUrl }) => mailUrl !== null,
  text: ({ twilio }) => twilio !== null,
}

/**
 * Returns what happens to the messages of a channel: they are sent, they are stored for the inbox of this computer
 * (`services/inbox.ts`), or they are dropped.
 */
export function fateOf(config: Settings, channel: Channel): 'sent' | 'kept' | 'none' {
  if (hasService[channel](config)) return 'sent'
  return config.inbox ? 'kept' : 'none'
}
