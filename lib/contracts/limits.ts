/**
 * Limits that the panel and the server share (product 14.7). Lengths are in characters unless the name says otherwise.
 */
export const limits = {
  /** The highest number of a model slot. The numbers begin with 0, the slot of the default model. */
  modelSlotMax: 14,
  /** The temperature of a field for which nobody has set one. The slider in the editor begins there (product 2.14). */
  temperatureDefault: 0.3,
  fieldsPerCallMax: 25,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  nameMax: 200,
  identifierMax: 200,
  instructionsMax: 20_000,
  valueMax: 100_000,
  pageValueMax: 20_000,
  transcriptMax: 2_000_000,
  /** Maximum length of a transcript in the sandbox (product 12.76). */
  sandboxTranscriptMax: 100_000,
  turnsMax: 50_000,
  speechTermsMax: 50,
  speechTermMax: 60,
  unclearWordsMax: 500,
  fieldsMax: 500,
  peopleMax: 2_000,
  optionsMax: 500,
  stylePhrasesMax: 100,
  tableCellsMax: 5_000,
  /**
   * Maximum size of a JSON request body in bytes. A larger body gets status 413. `publicBodyMaxBytes`: for calls
   * without a credential. `sessionBodyMaxBytes`: for calls with a long text, such as a transcript. `bodyMaxBytes`: for
   * most other calls.
   */
  publicBodyMaxBytes: 16 * 1024,
  bodyMaxBytes: 1024 * 1024,
  sessionBodyMaxBytes: 8 * 1024 * 1024,
  recordingUploadMaxSeconds: 600,
  transcriptFileMaxBytes: {
    text: 8 * 1024 * 1024,
    docx: 25 * 1024 * 1024,
    pdf: 25 * 1024 * 1024,
    image: 20 * 1024 * 1024,
    audio: 180 * 1024 * 1024,
  },
  socketFrameMaxBytes: 1024 * 1024,
} as const
