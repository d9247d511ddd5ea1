import { z } from 'zod'
import { editorProperties } from '../lib/contracts/embedding.ts'
import { dynamicField } from '../lib/contracts/field.ts'
import { limits } from '../lib/contracts/limits.ts'
import { template } from '../lib/contracts/template.ts'
import { turns } from '../lib/contracts/transcript.ts'

// The messages between the page and the frame. Both sides parse every message, because neither trusts the other side.
// Everything that a page can get from the frame is in this file. Contracts are imported one by one, so that the file
// stays small: other people's pages load it.

/** The first message, from the frame to the page around it. The page answers with `connect` and a port. */
export const readyMessage = z.strictObject({ type: z.literal('chartside.ready') })
/** The second message, from the page to the frame. It brings a port, through which all further messages go. */
export const connectMessage = z.strictObject({ type: z.literal('chartside.connect') })

const text = z.string().max(limits.nameMax)
const speaking = {
  /** A transcription language code. */
  language: z.string().max(20).default('en'),
  /** Null: the microphone of the system. */
  microphoneId: z.string().max(500).nullable().default(null),
  /** Factor for the volume of the microphone. */
  gain: z.number().min(0).max(2).default(1),
  colorScheme: z.enum(['auto', 'light', 'dark']).default('auto'),
}

export const dictationSetup = z.strictObject({
  element: z.literal('dictation'),
  ...speaking,
  label: text.default('Dictation'),
  placeholder: text.optional(),
  rows: z.number().int().min(1).max(40).default(5),
  disabled: z.boolean().default(false),
  /** Replaces the text of the box when it changes. Null: the user's text stays. */
  value: z.string().max(limits.transcriptMax).nullable().default(null),
  /** Title and identifier of a kept transcript. Absent: Chartside chooses them. */
  title: text.optional(),
  transcriptIdentifier: z.string().max(limits.identifierMax).optional(),
})
export type DictationSetup = z.infer<typeof dictationSetup>

export const editorSetup = z.strictObject({
  element: z.literal('template-editor'),
  ...speaking,
  template,
  properties: z.array(z.enum(editorProperties)).default([...editorProperties]),
  dynamicFields: z.array(dynamicField).max(limits.fieldsMax).optional(),
  status: text.optional(),
  /** The functions that the page provides. A control whose function is missing is hidden. */
  functions: z.array(z.enum(['save', 'changeGroup', 'changeDynamicField'])).default([]),
  dictation: z.boolean().default(true),
})
export type EditorSetup = z.infer<typeof editorSetup>

export const setup = z.discriminatedUnion('element', [dictationSetup, editorSetup])
export type Setup = z.infer<typeof setup>

export const hostCall = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('token') }),
  z.strictObject({ name: z.literal('save'), template, from: template, replaceNewer: z.boolean() }),
  /** Null removes the template from its group. */
  z.strictObject({ name: z.literal('changeGroup'), group: text.nullable() }),
  z.strictObject({ name: z.literal('changeDynamicField'), field: dynamicField }),
])
export type HostCall = z.infer<typeof hostCall>

export const hostEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('ready') }),
  z.strictObject({ name: z.literal('state'), phase: z.enum(['idle', 'starting', 'recording', 'stopping']) }),
  /**
   * Only with the scope `embed-text`: the new text of the box. Sent when the user types and when a dictation has ended.
   */
  z.strictObject({ name: z.literal('change'), value: z.string() }),
  /** Only with the scope `embed-text`: the words of a dictation that has ended. */
  z.strictObject({ name: z.literal('words'), turns }),
  z.strictObject({ name: z.literal('kept'), transcriptIdentifier: z.string() }),
  z.strictObject({ name: z.literal('error'), message: z.string() }),
  z.strictObject({ name: z.literal('log'), message: z.string() }),
])
export type HostEvent = z.infer<typeof hostEvent>

/** A message from the frame, through the port. `px`: the height of the content. */
export const frameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('call'), id: z.number().int(), call: hostCall }),
  z.strictObject({ type: z.literal('event'), event: hostEvent }),
  z.strictObject({ type: z.literal('height'), px: z.number().min(0).max(100_000) }),
])
export type FrameMessage = z.infer<typeof frameMessage>

/** A message to the frame, through the port. `newer` is the template that somebody else has saved meanwhile. */
export const hostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('setup'), setup }),
  z.strictObject({ type: z.literal('answer'), id: z.number().int(), value: z.string().max(1_000).optional() }),
  z.strictObject({
    type: z.literal('refusal'),
    id: z.number().int(),
    message: z.string().max(2_000),
    newer: template.optional(),
  }),
])
export type HostMessage = z.infer<typeof hostMessage>
