/** Numbers that the panel and the server must agree on (spec §9). Lengths in characters unless the name says otherwise. */
export const limits = {
  /** Model slots run from 0 to this, 0 being the default. */
  modelSlotMax: 14,
  /** The creativity of a field where nobody set one: where the slider stands (spec §2). */
  temperatureDefault: 0.3,
  /** So many fields a language model is asked for in one call at most. */
  fieldsPerCallMax: 25,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  nameMax: 200,
  identifierMax: 200,
  instructionsMax: 20_000,
  /** One value of a result: the longest a single field of a note may be. */
  valueMax: 100_000,
  /** One value that stands in the page and is given to generation. */
  pageValueMax: 20_000,
  transcriptMax: 2_000_000,
  turnsMax: 50_000,
  fieldsMax: 500,
  optionsMax: 500,
  tableCellsMax: 5_000,
  /** A JSON request body, in bytes; larger ones answer 413. A stranger's, an ordinary one, and one that carries a session. */
  publicBodyMaxBytes: 16 * 1024,
  bodyMaxBytes: 1024 * 1024,
  sessionBodyMaxBytes: 8 * 1024 * 1024,
  /** One file of a recording's backlog. */
  recordingUploadMaxSeconds: 600,
  /** One file that becomes a transcript, by what it is, in bytes. */
  transcriptFileMaxBytes: {
    text: 8 * 1024 * 1024,
    docx: 25 * 1024 * 1024,
    pdf: 25 * 1024 * 1024,
    image: 20 * 1024 * 1024,
    audio: 180 * 1024 * 1024,
  },
  /** One frame of the transcription socket, in bytes. */
  socketFrameMaxBytes: 1024 * 1024,
} as const
