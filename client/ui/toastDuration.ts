export const shownForMs = 5000;
