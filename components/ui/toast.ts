import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'

/** How long each kind of toast is shown, in milliseconds. False: until another toast replaces it (product 14.6). */
export const toastMs = { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: false } as const
export type ToastKind = keyof typeof toastMs

/** Maximum number of toasts that are shown at the same time. Further toasts wait for a free place (product 14.6). */
export const toastsShown = 20

const looks: Record<ToastKind, Partial<NotificationData>> = {
  blank: {},
  error: { color: 'red', role: 'alert' },
  custom: {},
  success: { color: 'teal' },
  loading: { loading: true, allowClose: false },
}

const closeButtonProps = { 'aria-label': 'Close' }

/** Ids of the toasts that `removeToasts` does not remove. */
const staying = new Set<string>()

/**
 * Removes all toasts, except the toasts of `lastToast`. Also removes toasts that wait for a free place. Call this when
 * the account changes or the person signs out, so that the next person does not see these messages.
 */
export function removeToasts(): void {
  notifications.cleanQueue()
  for (const { id } of notificationsStore.getState().notifications)
    if (id !== undefined && !staying.has(id)) notifications.hide(id)
}

/**
 * Shows a toast and returns its id. With the `id` of a toast that is shown, such as a loading toast, the new toast
 * replaces that one.
 */
export function toast(kind: ToastKind, message: string, id?: string): string {
  const data: NotificationData = {
    message,
    autoClose: toastMs[kind],
    withBorder: true,
    closeButtonProps,
    ...looks[kind],
  }
  if (id !== undefined) {
    notifications.update({ ...data, id, loading: kind === 'loading', allowClose: kind !== 'loading' })
    return id
  }
  return notifications.show(data)
}

/**
 * Shows a toast that `removeToasts` does not remove, for example to say that the password was changed and the person
 * must sign in again. The next person may see the toast, so `message` must not contain data of the account.
 */
export function lastToast(message: string): void {
  staying.add(toast('success', message))
}

/** Copies, and says that it was done, or that the browser did not allow it. */
export async function tellCopied(copy: () => Promise<void>, successWords: string): Promise<void> {
  try {
    await copy()
    toast('success', successWords)
  } catch {
    toast('error', 'The browser did not allow copying. Select the text and copy it by hand.')
  }
}
