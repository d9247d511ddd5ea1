/**
 * Names of the encrypted values. A name identifies the row of the value and, if necessary, the column. A value is
 * authenticated together with its name (see `Encryption`). So if a name in this table is changed, values that were
 * stored earlier cannot be decrypted any more.
 */
export const places = {
  turn: (transcriptId: string, position: number) => `transcript-turn/${transcriptId}/${position}`,
  turnUnclear: (transcriptId: string, position: number) => `transcript-turn-unclear/${transcriptId}/${position}`,
  takeTerms: (transcriptId: string) => `take-terms/${transcriptId}`,
  transcriptPatient: (transcriptId: string) => `transcript-patient/${transcriptId}`,
  outputPatient: (id: string) => `output-patient/${id}`,
  nameKey: (ownerId: string) => `name-key/${ownerId}`,
  recordingKey: (id: string) => `recording-key/${id}`,
  filePart: (fileId: string, position: number) => `transcript-file/${fileId}/${position}`,
  fileKey: (objectId: string) => `file-key/${objectId}`,
  objectPart: (objectId: string, position: number) => `file-object/${objectId}/${position}`,
  layoutRequest: (layoutId: string) => `layout-request/${layoutId}`,
  answer: (scope: string, key: string) => `idempotency/${scope}/${key}`,
  outputRequest: (id: string) => `output-request/${id}`,
  outputSource: (id: string) => `output-source/${id}`,
  outputProgress: (id: string) => `output-progress/${id}`,
  outputContent: (id: string) => `output-content/${id}`,
  outputChange: (id: string, version: number) => `output-change/${id}/${version}`,
  outputEvent: (outputId: string, attempt: number, sequence: number) =>
    `output-event/${outputId}/${attempt}/${sequence}`,
  outputDescription: (id: string) => `output-description/${id}`,
  customerToken: (hash: string) => `customer-token/${hash}`,
  customerLog: (id: string) => `customer-log/${id}`,
  verification: (id: string) => `verification/${id}`,
  oauthFlow: (id: string) => `oauth-flow/${id}`,
  message: (id: string) => `message/${id}`,
  webhookTarget: (id: string) => `webhook-target/${id}`,
  webhookPayload: (id: string) => `webhook-payload/${id}`,
  keyCheck: (id: string) => `key-check/${id}`,
}
