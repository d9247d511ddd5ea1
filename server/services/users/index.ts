export { addUser, changeUser, deleteUser, listUsers, prepareHash } from './manage.ts'
export { getUser } from './row.ts'
export { signInAs, signOutUser } from './sign-in-as.ts'
