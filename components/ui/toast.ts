import { type NotificationData, notifications } from '@mantine/notifications'

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

/** Removes all toasts, also those that wait for a free place. */
export const removeToasts = (): void => notifications.clean()

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
