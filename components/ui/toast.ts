import { type NotificationData, notifications } from '@mantine/notifications'

/** How long each kind of toast stays, in milliseconds; false never goes by itself (spec §9). */
export const toastMs = { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: false } as const
export type ToastKind = keyof typeof toastMs

/** At most this many at once; further ones wait (spec §9). */
export const toastsShown = 20

const looks: Record<ToastKind, Partial<NotificationData>> = {
  blank: {},
  error: { color: 'red', role: 'alert' },
  custom: {},
  success: { color: 'teal' },
  loading: { loading: true, allowClose: false },
}

const closeButtonProps = { 'aria-label': 'Close' }

/** Shows a toast and answers its id. A toast given the `id` of another replaces it, a loading one for instance. */
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
