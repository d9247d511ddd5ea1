/** Jobs for code that must enqueue none. */
export const noJobs = {
  enqueue: (): Promise<void> => {
    throw new Error('A job was enqueued, and nothing here works on it.')
  },
}
