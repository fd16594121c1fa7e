const everyMs = 2_000;
const longestMs = 30_000;

/** Two notes, as of a doorbell, in hertz. */
const notes = [784, 622];

function strike(audio: AudioContext): void {
  for (const [place, hertz] of notes.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + place * 0.4;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.4, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.8);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.8);
  }
}

/** Rings and shakes the phone for half a minute. Returns how to stop it. */
export function ring(): () => void {
  // A browser refuses sound on a page that nobody has touched yet, and says so in its console.
  const { hasBeenActive = true } = navigator.userActivation ?? {};
  const audio = hasBeenActive ? new AudioContext() : null;
  const once = () => {
    if (audio) strike(audio);
    if (hasBeenActive) navigator.vibrate?.([400, 200, 400]);
  };
  once();
  const ringing = setInterval(once, everyMs);
  const stop = () => {
    clearInterval(ringing);
    clearTimeout(atLast);
    if (audio && audio.state !== "closed") void audio.close();
  };
  const atLast = setTimeout(stop, longestMs);
  return stop;
}
