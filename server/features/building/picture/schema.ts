/** The accepted MIME types by content, and the file extension for each. Every browser shows them. */
export const pictureTypes = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
} as const;

/** The largest picture, in bytes: 2 MB. Everybody who opens the login page loads it. */
export const maxPictureBytes = 2 * 1024 * 1024;

/** The most pixels, because phones decode it on every page. */
export const mostPictureDots = 16e6;
