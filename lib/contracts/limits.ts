/**
 * Limits that the panel and the server share (product 14.7). Lengths are in characters unless the name says otherwise.
 */
export const limits = {
  /** The highest number of a model slot. Slots are numbered from 0, the default. */
  modelSlotMax: 14,
  /** Temperature of a field for which no user has set one. The slider starts here (product 2.14). */
  temperatureDefault: 0.3,
  /** Maximum number of fields per call to a language model. */
  fieldsPerCallMax: 25,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  nameMax: 200,
  identifierMax: 200,
  instructionsMax: 20_000,
  /** Maximum length of one value of a result. */
  valueMax: 100_000,
  /** Maximum length of one value from the page that is passed to generation. */
  pageValueMax: 20_000,
  transcriptMax: 2_000_000,
  turnsMax: 50_000,
  /** Maximum number of terms that are sent to a speech engine with a recording, and maximum length of one of them. */
  speechTermsMax: 50,
  speechTermMax: 60,
  /** Maximum number of words of one turn that are marked as heard unclearly. */
  unclearWordsMax: 500,
  fieldsMax: 500,
  optionsMax: 500,
  tableCellsMax: 5_000,
  /**
   * Maximum size of a JSON request body; larger bodies get status 413. In this order: public calls, ordinary calls, and
   * calls that carry a session.
   */
  publicBodyMaxBytes: 16 * 1024,
  bodyMaxBytes: 1024 * 1024,
  sessionBodyMaxBytes: 8 * 1024 * 1024,
  /** Maximum length of one file in which unsent sound of a recording is uploaded. */
  recordingUploadMaxSeconds: 600,
  /** Maximum size of a file that is converted to a transcript, by kind, in bytes. */
  transcriptFileMaxBytes: {
    text: 8 * 1024 * 1024,
    docx: 25 * 1024 * 1024,
    pdf: 25 * 1024 * 1024,
    image: 20 * 1024 * 1024,
    audio: 180 * 1024 * 1024,
  },
  /** Maximum size of one frame of the transcription socket, in bytes. */
  socketFrameMaxBytes: 1024 * 1024,
} as const
