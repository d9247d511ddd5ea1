export { addUser, changeUser, deleteUser, listUsers, prepareHash } from './manage.ts'
export { getUser } from './row.ts'
export { signInAs, signInForTime, signOutUser } from './sign-in-as.ts'
