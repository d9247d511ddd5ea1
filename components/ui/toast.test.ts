import { notificationsStore } from '@mantine/notifications'
import { expect, test } from 'vitest'
import { lastToast, removeToasts, toast, toastMs, toastsShown } from './toast.ts'

test('toasts stay as long as product 14.6 says, at most 20 at once', () => {
  expect(toastMs).toEqual({ blank: 4000, error: 4000, custom: 4000, success: 2000, loading: false })
  expect(toastsShown).toBe(20)
})

test('a loading toast never disappears by itself, but its replacement does', () => {
  const id = toast('loading', 'Writing')
  const shown = () => notificationsStore.getState().notifications.find((each) => each.id === id)
  expect(shown()).toMatchObject({ autoClose: false, loading: true })
  toast('success', 'Written', id)
  expect(shown()).toMatchObject({ autoClose: 2000, loading: false, message: 'Written' })
})

test('when an account is left, only the message that says why stays', () => {
  for (let i = 0; i < toastsShown + 5; i++) toast('blank', `Note ${i} is saved`)
  removeToasts()
  toast('blank', 'Another note is saved')
  lastToast('Your password was changed.')
  removeToasts()
  const { notifications, queue } = notificationsStore.getState()
  expect([...notifications, ...queue].map(({ message }) => message)).toEqual(['Your password was changed.'])
})
