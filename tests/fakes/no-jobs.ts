/** A job queue for code that must not enqueue a job. Enqueuing throws an error. */
export const noJobs = {
  enqueue: (): Promise<void> => {
    throw new Error('A job was enqueued, and nothing here works on it.')
  },
}
