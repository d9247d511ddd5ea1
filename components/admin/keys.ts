/** Query keys that several files of the administration use. */
export const usersKey = ['admin', 'users'] as const
