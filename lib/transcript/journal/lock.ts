/** The name of the browser's lock of a recording. A page holds it while it uses the recording. */
export const lockName = (id: string): string => `chartside.recording:${id}`
